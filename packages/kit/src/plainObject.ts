/** Whether the value is an object that is neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the value is an object literal, not an array, a class instance, FormData or a Date. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // The second test accepts literals of another realm, such as an iframe's.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
