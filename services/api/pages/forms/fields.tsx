import type { Child } from 'hono/jsx';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { type FormState, fieldId, own } from './form.ts';

interface Framed {
  form: FormState;
  children?: Child;
  submit: string;
  /** For acts that cannot be undone. */
  grave?: boolean;
  /** For what nobody came to the page for. */
  plain?: boolean;
  /** Without this it stands in the page with its own heading. */
  label?: string;
}

/** A form that keeps what was typed, says what was refused, and makes one thing however often it is sent. */
export const ActForm = ({ form, children, submit, grave, plain, label }: Framed) => (
  <form
    method="post"
    action={form.action}
    class="act"
    {...(label ? { 'aria-label': label } : {})}
    id={fieldId(form, 'form')}
  >
    <input type="hidden" name={own.form} value={form.name} />
    {form.of ? <input type="hidden" name={own.of} value={form.of} /> : null}
    <input type="hidden" name={own.key} value={form.key} />
    {form.csrf ? <input type="hidden" name={own.csrf} value={form.csrf} /> : null}
    <Refused form={form} />
    {children}
    <p class="submit">
      <button type="submit" class={grave ? 'grave' : plain ? 'plain' : 'main'}>
        {submit}
      </button>
    </p>
  </form>
);

/** Why a form was refused, first thing in it, with the way to each field. */
const Refused = ({ form }: { form: FormState }) => {
  if (!form.refusal) return null;
  const { code, rule, message, retryAfter } = form.refusal;
  const { title } = refusalKinds[code];
  return (
    <div class="refused" role="alert">
      <p>
        <strong>{title}.</strong> Nothing was recorded; what you wrote is still here.
      </p>
      {form.errors.length > 0 ? (
        <ul>
          {form.errors.map(({ field, message: fault }) => (
            <li>
              {/* What is wrong with the whole has no field to go to. */}
              {field === 'body' ? 'What was sent' : <a href={`#${fieldId(form, field)}`}>{field}</a>} {fault}.
            </li>
          ))}
        </ul>
      ) : message === title ? null : (
        <p>{message}</p>
      )}
      {retryAfter === undefined ? null : <p>Try again in {patience(retryAfter)}.</p>}
      <p class="small">
        Code <code>{code}</code>
        {rule ? (
          <>
            , rule <a href={`/terms#${rule}`}>{rule}</a>
          </>
        ) : null}
      </p>
    </div>
  );
};

export const patience = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

interface Field {
  form: FormState;
  name: string;
  label: string;
  hint?: Child;
  required?: boolean;
}

const messagesOf = ({ errors }: FormState, name: string) => errors.filter(({ field }) => field === name);

/** What describes a field to those who do not see it. */
function described(form: FormState, name: string, hint: unknown) {
  const id = fieldId(form, name);
  const faulty = messagesOf(form, name).length > 0;
  const by = [hint ? `${id}-hint` : '', faulty ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return { ...(by ? { 'aria-describedby': by } : {}), ...(faulty ? { 'aria-invalid': 'true' as const } : {}) };
}

const Hint = ({ form, name, hint }: Pick<Field, 'form' | 'name' | 'hint'>) =>
  hint ? (
    <p class="hint" id={`${fieldId(form, name)}-hint`}>
      {hint}
    </p>
  ) : null;

const Fault = ({ form, name }: { form: FormState; name: string }) => {
  const faults = messagesOf(form, name);
  return faults.length > 0 ? (
    <p class="fault" id={`${fieldId(form, name)}-fault`}>
      {faults.map(({ message }) => `This ${message}.`).join(' ')}
    </p>
  ) : null;
};

/** A line of text. */
export const Line = ({
  form,
  name,
  label,
  hint,
  required = true,
  type = 'text',
  value = '',
  autocomplete = 'off',
  inputmode,
  size,
}: Field & {
  type?: 'text' | 'password' | 'url' | 'datetime-local' | 'search';
  value?: string;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric';
  size?: 'short';
}) => (
  <div class="field">
    <label for={fieldId(form, name)}>
      {label}
      {required ? null : <span class="optional"> (optional)</span>}
    </label>
    <Hint form={form} name={name} hint={hint} />
    <Fault form={form} name={name} />
    <input
      id={fieldId(form, name)}
      name={name}
      type={type}
      // A password is never sent back.
      value={type === 'password' ? '' : (form.typed?.get(name) ?? value)}
      autocomplete={autocomplete}
      {...(type === 'text' || type === 'url' ? { autocapitalize: 'none', spellcheck: false } : {})}
      {...(inputmode ? { inputmode } : {})}
      {...(size ? { class: size } : {})}
      {...(required ? { required: true } : {})}
      {...described(form, name, hint)}
    />
  </div>
);

/** Several lines of text. */
export const Lines = ({
  form,
  name,
  label,
  hint,
  required = true,
  rows = 5,
  value = '',
}: Field & { rows?: number; value?: string }) => (
  <div class="field">
    <label for={fieldId(form, name)}>
      {label}
      {required ? null : <span class="optional"> (optional)</span>}
    </label>
    <Hint form={form} name={name} hint={hint} />
    <Fault form={form} name={name} />
    {/* The parser drops one line end at the beginning, so that one that was typed needs another. */}
    <textarea
      id={fieldId(form, name)}
      name={name}
      rows={rows}
      dir="auto"
      {...(required ? { required: true } : {})}
      {...described(form, name, hint)}
    >
      {`\n${form.typed?.get(name) ?? value}`}
    </textarea>
  </div>
);

export interface Option {
  value: string;
  label: string;
  hint?: string;
}

/** One of a few. */
export const Choice = ({
  form,
  name,
  label,
  hint,
  options,
  value,
  required = true,
}: Field & { options: readonly Option[]; value?: string }) => {
  const chosen = form.typed ? form.typed.get(name) : value;
  const id = fieldId(form, name);
  return (
    <fieldset class="field choice" id={id} {...described(form, name, hint)}>
      <legend>
        {label}
        {required ? null : <span class="optional"> (optional)</span>}
      </legend>
      <Hint form={form} name={name} hint={hint} />
      <Fault form={form} name={name} />
      {options.map((option) => (
        <label class="option">
          <input
            type="radio"
            name={name}
            value={option.value}
            {...(chosen === option.value ? { checked: true } : {})}
            {...(required ? { required: true } : {})}
          />
          <span>
            {option.label}
            {option.hint ? <span class="hint">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

export const yesOrNo: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** One of many, or of some that need little room. */
export const Select = ({
  form,
  name,
  label,
  hint,
  options,
  value = '',
  required = true,
}: Field & { options: readonly Option[]; value?: string }) => {
  const chosen = form.typed?.get(name) ?? value;
  return (
    <div class="field">
      <label for={fieldId(form, name)}>
        {label}
        {required ? null : <span class="optional"> (optional)</span>}
      </label>
      <Hint form={form} name={name} hint={hint} />
      <Fault form={form} name={name} />
      <select id={fieldId(form, name)} name={name} {...described(form, name, hint)}>
        {options.map((option) => (
          <option value={option.value} {...(chosen === option.value ? { selected: true } : {})}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Something to confirm, or one of several to take. */
export const Tick = ({
  form,
  name,
  label,
  hint,
  value = 'true',
  checked = false,
  required = false,
}: Field & { value?: string; checked?: boolean }) => {
  const id = fieldId(form, `${name}${value === 'true' ? '' : `-${value}`}`);
  const on = form.typed ? form.typed.getAll(name).includes(value) : checked;
  return (
    <div class="field">
      <Fault form={form} name={name} />
      <label class="option">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          {...(on ? { checked: true } : {})}
          {...(required ? { required: true } : {})}
          {...described(form, name, null)}
        />
        <span>
          {label}
          {hint ? <span class="hint">{hint}</span> : null}
        </span>
      </label>
    </div>
  );
};

/** A value that the page knows. */
export const Hidden = ({ name, value }: { name: string; value: string }) => (
  <input type="hidden" name={name} value={value} />
);
