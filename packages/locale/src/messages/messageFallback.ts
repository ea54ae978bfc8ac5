import type { MessageLocale } from '../locales/localeTable.ts'

const NEXT: Readonly<Partial<Record<MessageLocale, MessageLocale>>> = {
  'zh-TC': 'zh-TW',
  'es-AR': 'es',
  'es-ES': 'es',
  'pt-PT': 'pt',
}

/** Where a locale looks for a text it lacks: the nearest relative, then English. */
export function messageFallback(locale: MessageLocale): MessageLocale | undefined {
  return locale === 'en' ? undefined : (NEXT[locale] ?? 'en')
}
