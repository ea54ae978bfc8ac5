/**
 * The entries of a package that are code, without style sheets, data and patterns. Browser-only
 * ones still import in Node: importing has no side effect.
 *
 * @param {{ exports: Record<string, unknown> }} manifest
 * @returns {string[]}
 */
export const exportedEntries = (manifest) =>
  Object.keys(manifest.exports).filter(
    (key) =>
      !key.endsWith('.json') &&
      !key.endsWith('.css') &&
      !key.includes('*') &&
      !key.startsWith('./static/'),
  )
