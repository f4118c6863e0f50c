/**
 * What a browser judges by itself before a public form is sent, taken from the endpoint's schema as pages are built.
 */
import * as z from 'zod/mini';
import type { Endpoint } from '#kernel/endpoint.ts';

type FieldRules = { name: string; required: boolean; minLength?: number; maxLength?: number; type?: 'email' };
type FieldSchema = { minLength?: number; maxLength?: number; format?: string };

/** Answers the attributes of a field by its name; throws where the endpoint takes no such field. */
export function rulesOf(endpoint: Endpoint): (name: string) => FieldRules {
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any' });
  return (name) => {
    const schema = properties[name] as FieldSchema | undefined;
    if (!schema) throw new Error(`${endpoint.path} takes no ${name}`);
    const { minLength = 0, maxLength, format } = schema;
    return {
      name,
      required: required.includes(name),
      ...(minLength > 1 ? { minLength } : {}),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(format === 'email' ? { type: 'email' } : {}),
    };
  };
}
