import type { WireProfile } from '../wire.ts'

/**
 * The string of `configSign`: label, milliseconds until which it counts, and the configuration's
 * text as it is sent.
 */
export function configSignString(
  { text, expiresAt }: { readonly text: string; readonly expiresAt: number },
  profile: WireProfile,
): string {
  return [profile.configSign.label, String(expiresAt), text].join(profile.separator)
}
