/**
 * The entries that go first when a driver is full: their keys begin with an underscore (spec
 * section 9). The one being written stays.
 */
export function disposableBeside(key: string, keys: readonly string[]): string[] {
  return keys.filter((other) => other.startsWith('_') && other !== key)
}
