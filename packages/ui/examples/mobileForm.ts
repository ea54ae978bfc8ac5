import { checkPhone, mobilePrompt, type MobileCheck } from '@x/ui/mobile-form'
import { loadUiStrings } from '@x/ui/strings'

/** `{ status: 'valid', value: '+966 50 123 4567' }` */
export const phone: MobileCheck = checkPhone(' +٩٦٦ ٥٠ ١٢٣ ٤٥٦٧ ')

/** `Geben Sie einen Namen ein` */
export async function namePrompt(): Promise<string | undefined> {
  return mobilePrompt('name', { text: ' ', strings: await loadUiStrings('de') })
}
