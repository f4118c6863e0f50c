/**
 * A call with a file that reports its progress, which `fetch` cannot do for uploads. Resolves and rejects as `fetch`
 * does.
 */
type Sending = { method: string; headers: Record<string, string>; body?: BodyInit; signal?: AbortSignal };

export function upload(
  address: string,
  { method, headers, body, signal }: Sending,
  onProgress: (percent: number) => void,
): Promise<Response> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(Math.round((loaded / total) * 100));
    });
    request.addEventListener('load', () => {
      done(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
    });
    request.addEventListener('error', () => fail(new TypeError('The call did not get through.')));
    request.addEventListener('abort', () => fail(new DOMException('The call was given up.', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  return new Headers(
    lines.filter(Boolean).map((line): [string, string] => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
  );
}
