/** The fields of a body; `undefined` unless it is a JSON object or a form of its declared type. */
export function readFields(
  text: string,
  contentType: string | undefined,
): Record<string, unknown> | undefined {
  const parsed = text === '' ? { value: {} } : parseText(text, contentType)
  const value = parsed?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Record<string, unknown>
}

/**
 * The value of a body by its content type: JSON and forms are parsed, other text stays text.
 * `undefined` for JSON with a syntax error.
 */
export function parseText(
  text: string,
  contentType: string | undefined,
): { readonly value: unknown } | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return { value: formFields(text) }
  if (type !== 'application/json' && !type.endsWith('+json')) return { value: text }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** A repeated name becomes a list. */
function formFields(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
