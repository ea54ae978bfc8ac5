import type { DraftField } from './orderTypes.ts'

/** Decision 275: what could not be read stands in its field alone; without it this is another order. */
export function unreadField(form: HTMLFormElement, draft: Readonly<Partial<Record<DraftField, string>>>): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('input[inputmode]')].find(({ name, value }) => value && !draft[name as DraftField])
}
