/** Compares an answer with the API's description: status, media type, shape and code. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { sharedRefusals } from './openapi.server.ts';

type Content = Record<string, unknown>;
type Described = { description: string; content?: Content } | { $ref: string };
type Operation = { description: string; responses: Record<string, Described> };
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { content: Content }> };
};

export type Answer = { method: string; path: string; status: number; media: string; body: unknown };

/**
 * Returns a function that says what is wrong with an answer, or undefined; calls that are not described are not
 * checked.
 */
export function checkerOf(description: unknown): (answer: Answer) => string | undefined {
  const { paths, components } = description as Description;
  const ajv = new Ajv2020({ strict: false, formats });
  ajv.addSchema(description as object, 'api');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation, like: patternOf(path) })),
  );
  const compiled = new Map<string, ValidateFunction>();
  const shapeAt = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  return ({ method, path, status, media, body }) => {
    const found = operations.find((one) => one.method === method.toLowerCase() && one.like.test(path));
    if (!found) return undefined;
    const name = `${method} ${path} (${status})`;
    const said = found.operation.responses[status];
    if (!said) return `${name}: this status is not described`;
    const at =
      '$ref' in said ? said.$ref.slice(1) : `/paths/${escaped(found.path)}/${found.method}/responses/${status}`;
    const { content } = '$ref' in said ? components.responses[said.$ref.split('/').at(-1)!]! : said;
    if (!content) return undefined;
    if (!(media in content)) return `${name}: ${media || 'no media type'} is not described`;
    if (media !== 'application/json') return undefined;
    const fits = shapeAt(`${at}/content/${escaped(media)}/schema`);
    if (!fits(body)) return `${name}: ${ajv.errorsText(fits.errors, { dataVar: 'answer' })}`;
    return status < 400 ? undefined : faultOfCode(name, found.operation, (body as { code: string }).code);
  };
}

/** A refusal's code is one of those that any call may answer with, or is listed with this call. */
function faultOfCode(name: string, { description }: Operation, code: string): string | undefined {
  return sharedRefusals.includes(code) || description.includes(`\`${code}\``)
    ? undefined
    : `${name}: ${code} is not described`;
}

const formats = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /@/,
  binary: true,
} as const;

/** Matches the printed address, with or without the prefix. */
function patternOf(path: string): RegExp {
  const plain = path.replace(/^\/kimi(?=\/)/, '').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^(/kimi)?${plain}$`);
}

/** A name as a part of a JSON pointer in a URL. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
