export interface KeyNames {
  /** The name under which a key is stored. */
  toStored(key: string): string
  /** The key of a stored name; `undefined` for names that are not ours. */
  toKey(stored: string): string | undefined
}

/**
 * A prefix separates our entries from those of other scripts of the origin. The underscore of a
 * disposable entry stays first (`_tip` with prefix `x:` is stored as `_x:tip`), so that it stays
 * disposable (spec 9).
 */
export function createKeyNames(prefix = ''): KeyNames {
  if (prefix.startsWith('_'))
    throw new TypeError(
      'A prefix cannot begin with an underscore: every entry would be disposable.',
    )
  return {
    toStored: (key) => (key.startsWith('_') ? `_${prefix}${key.slice(1)}` : prefix + key),
    toKey(stored) {
      if (stored.startsWith(`_${prefix}`)) return `_${stored.slice(prefix.length + 1)}`
      if (stored.startsWith('_') || !stored.startsWith(prefix)) return undefined
      return stored.slice(prefix.length)
    },
  }
}
