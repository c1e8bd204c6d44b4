import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend';
import { type FieldError, Refusal } from '../refusals/refusal.ts';
import { credentialForms } from './credential-forms.ts';

// The scanner times itself and keeps every measurement for ever: some 45 kB a submission, looked through again each time.
secretLintProfiler.mark = () => {};

// A file's author may tell the scanner in a comment to look away; whoever submits a text may not.
const rules = recommended.filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments');
const config = { rules: rules.map((rule) => ({ id: rule.meta.id, rule })) };

/** Every text of an input with the name of its field. */
function* texts(value: unknown, field = ''): Generator<{ field: string; text: string }> {
  if (typeof value === 'string') yield { field, text: value };
  else if (Array.isArray(value))
    for (const [index, inner] of value.entries()) yield* texts(inner, `${field}[${index}]`);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, field ? `${field}.${key}` : key);
  }
}

/** The kinds of credential a text holds. */
async function kindsIn(text: string): Promise<Set<string>> {
  const { messages } = await lintSource({
    source: { content: text, filePath: 'submission', ext: '.txt', contentType: 'text' },
    options: { config, noPhysicFilePath: true, maskSecrets: true },
  });
  const kinds = messages.map(({ ruleId }) => ruleId.split('secretlint-rule-').at(-1) ?? ruleId);
  const known = Object.entries(credentialForms).flatMap(([kind, form]) => (form.test(text) ? [kind] : []));
  return new Set([...kinds, ...known]);
}

/** Refuses a submission that holds a credential, naming field and kind and never the text (1.12). */
export async function refuseSecrets(input: unknown): Promise<void> {
  const fields = [...texts(input)];
  // A scan costs the same for one text as for all: field by field only where there is something to name.
  if ((await kindsIn(fields.map(({ text }) => text).join('\n\n'))).size === 0) return;
  const errors: FieldError[] = [];
  for (const { field, text } of fields) {
    for (const kind of await kindsIn(text)) errors.push({ field, message: `holds a credential (${kind})` });
  }
  if (errors.length > 0) {
    throw new Refusal(
      'submission.contains_secret',
      errors.map(({ field, message }) => `${field} ${message}`).join('; '),
      { errors },
    );
  }
}
