import { artifactUrl, handle } from '#schema/records/fields.ts';

/** A schema as far as the walk looks into it. */
interface Walked {
  type?: unknown;
  maxLength?: unknown;
  pattern?: unknown;
  properties?: Record<string, Walked>;
  items?: Walked;
  anyOf?: readonly Walked[];
}

// What a member chose freely has a length and no form; names and evidence addresses have a form and are chosen all the same.
const isMembers = (schema: Walked): boolean =>
  schema === handle ||
  schema === artifactUrl ||
  (schema.type === 'string' && schema.maxLength !== undefined && schema.pattern === undefined);

/** Where, in a value of this shape, the words of members stand: JSONPath (RFC 9535), one for each field. */
export function memberTexts(schema: object, path = '$'): string[] {
  const walked: Walked = schema;
  if (isMembers(walked)) return [path];
  return [
    ...Object.entries(walked.properties ?? {}).flatMap(([name, inner]) => memberTexts(inner, `${path}.${name}`)),
    ...(walked.items ? memberTexts(walked.items, `${path}[*]`) : []),
    ...(walked.anyOf ?? []).flatMap((inner) => memberTexts(inner, path)),
  ];
}
