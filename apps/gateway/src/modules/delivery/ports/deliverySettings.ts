/** How mail and text messages leave a production gateway. */
export interface DeliverySettings {
  readonly smtp?: { readonly url: string; readonly from: string } | undefined
  readonly textHook?: { readonly url: string; readonly token: string | undefined } | undefined
}

/**
 * Reads `SMTP_URL`, `MAIL_FROM`, `TEXT_HOOK_URL` and `TEXT_HOOK_TOKEN`. The addresses may hold
 * passwords: no error repeats them.
 * @throws Error that names the variable that cannot be used.
 */
export function readDeliverySettings(
  value: (name: string) => string | undefined,
): DeliverySettings {
  const url = value('SMTP_URL')
  const from = value('MAIL_FROM')
  const hook = value('TEXT_HOOK_URL')
  if (url !== undefined && (!/^smtps?:\/\//.test(url) || !URL.canParse(url)))
    throw new Error('SMTP_URL must be smtp://… or smtps://….')
  if (url !== undefined && (from === undefined || !/^[^\r\n@]*[^\s@<]+@[^\s@>]+>?$/.test(from)))
    throw new Error('MAIL_FROM must be the address that mail is sent from, or Name <address>.')
  if (hook !== undefined && !(isHook(hook) && URL.canParse(hook)))
    throw new Error('TEXT_HOOK_URL must be https://…, or http:// on this machine.')
  return {
    ...(url === undefined || from === undefined ? {} : { smtp: { url, from } }),
    ...(hook === undefined ? {} : { textHook: { url: hook, token: value('TEXT_HOOK_TOKEN') } }),
  }
}

const isHook = (url: string) => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(url)
