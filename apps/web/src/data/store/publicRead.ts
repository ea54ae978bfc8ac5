/**
 * What anybody may read. No rule of wire protocol 3 names these paths, so they wait neither for the
 * signing configuration nor for the cryptography that verifies it: a guest's first page loads
 * without both.
 */
export const PUBLIC_READ = { access: 'public', bare: true } as const
