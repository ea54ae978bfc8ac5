/** From a field to what it belongs to, so that single keys are commands again and a screen reader stays where it was. */
export function leaveField(field: Element): void {
  field.closest<HTMLElement>('form[tabindex], main')?.focus({ preventScroll: true })
}
