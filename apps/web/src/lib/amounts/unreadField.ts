/**
 * What could not be read stands in its field alone; without it something else would
 * be sent. The fields are named as what is read of them.
 */
export function unreadField<Field extends string>(
  form: HTMLFormElement,
  read: Readonly<Partial<Record<Field, string>>>,
): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('input[inputmode]')].find(
    ({ dataset, value }) => value && !read[dataset['name'] as Field],
  )
}
