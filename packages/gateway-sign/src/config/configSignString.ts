import type { WireProfile } from '../wire.ts'

/**
 * The string that `configSign` signs: label, expiry in milliseconds and the configuration text as
 * sent.
 */
export function configSignString(
  { text, expiresAt }: { readonly text: string; readonly expiresAt: number },
  profile: WireProfile,
): string {
  return [profile.configSign.label, String(expiresAt), text].join(profile.separator)
}
