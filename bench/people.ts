/** People of a benched portal who call it as a browser would, one answer at a time. */
export const password = 'a long enough secret';
// oxlint-disable-next-line typescript/no-explicit-any -- Whatever is read from an answer is there, or the bench ends.
type Answer = Record<string, any>;
export type Call = (path: string, body?: object | FormData, method?: string) => Promise<Answer>;

function callerOf(address: string, token?: string): Call {
  return async (path, body, method = body ? 'POST' : 'GET') => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    };
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const response = await fetch(address + path, { method, headers, ...sent });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

export async function tokenOf(address: string, emailId: string): Promise<string> {
  const { token } = await callerOf(address)('/login-account', { emailId, password });
  return token as string;
}

export async function signIn(address: string, emailId: string): Promise<Call> {
  return callerOf(address, await tokenOf(address, emailId));
}

export async function newClient(address: string, n: number): Promise<Call> {
  const emailId = `client-${n}@bench.test`;
  const person = { username: 'Client', country: 'DE', contact1: '+49 170 123456', pincode: '1' };
  await callerOf(address)('/create-account', { ...person, emailId, password, confirmPassword: password });
  return signIn(address, emailId);
}
