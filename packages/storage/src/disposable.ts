/**
 * The entries to remove when a driver is full: their keys begin with an underscore (spec 9). The
 * one that is being written stays.
 */
export function disposableBeside(key: string, keys: readonly string[]): string[] {
  return keys.filter((other) => other.startsWith('_') && other !== key)
}
