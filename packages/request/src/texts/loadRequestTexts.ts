import { englishTexts, type RequestTexts } from './en.ts'

/** One chunk per language, so that a page loads only its own. */
const OWN: Readonly<Record<string, () => Promise<{ readonly texts: RequestTexts }>>> = {
  'zh-CN': () => import('./zh-CN.ts'),
  ja: () => import('./ja.ts'),
  vi: () => import('./vi.ts'),
  'zh-TW': () => import('./zh-TW.ts'),
  ru: () => import('./ru.ts'),
  es: () => import('./es.ts'),
  tr: () => import('./tr.ts'),
  it: () => import('./it.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  pt: () => import('./pt.ts'),
  id: () => import('./id.ts'),
  th: () => import('./th.ts'),
  ko: () => import('./ko.ts'),
  pl: () => import('./pl.ts'),
  uk: () => import('./uk.ts'),
  sv: () => import('./sv.ts'),
  'es-ES': () => import('./es-ES.ts'),
  'pt-PT': () => import('./pt-PT.ts'),
  uz: () => import('./uz.ts'),
  ar: () => import('./ar.ts'),
  fil: () => import('./fil.ts'),
}

/**
 * Locales that use another locale's texts. Locales in neither table (bg, nl, English variants) use
 * English (spec section 8).
 */
const SHARED: Readonly<Record<string, string>> = { 'zh-TC': 'zh-TW', 'es-AR': 'es', ph: 'fil' }

/**
 * Locales with their own texts, by their names in the texts (spec section 8). `fil` is the language
 * of the prefix `ph`.
 */
export const localesWithOwnTexts: readonly string[] = /* @__PURE__ */ ['en'].concat(
  /* @__PURE__ */ Object.keys(OWN),
)

/**
 * Loads the texts of a locale by its route prefix (`zh-CN`, `ph`). Resolves with English for
 * unknown locales and failed loads.
 */
export async function loadRequestTexts(locale: string): Promise<RequestTexts> {
  const name = Object.hasOwn(SHARED, locale) ? SHARED[locale] : locale
  const load = name !== undefined && Object.hasOwn(OWN, name) ? OWN[name] : undefined
  if (!load) return englishTexts
  try {
    return (await load()).texts
  } catch {
    // A chunk removed by a new release must not prevent the message.
    return englishTexts
  }
}
