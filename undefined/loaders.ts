// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

export const loaders: Readonly<
  Record<
    | 'en'
    | 'bg'
    | 'asia'
    | 'en-GB'
    | 'ja'
    | 'vi'
    | 'ru'
    | 'es'
    | 'tr'
    | 'it'
    | 'fr'
    | 'de'
    | 'zh-CN'
    | 'zh-TW'
    | 'zh-TC'
    | 'pt'
    | 'id'
    | 'th'
    | 'pl'
    | 'uk'
    | 'pt-PT'
    | 'es-ES'
    | 'uz'
    | 'ar'
    | 'ph'
    | 'es-AR',
    () => Promise<Messages>
  >
> = {
  en: () => import('./en.ts').then((module) => module.default),
  bg: () => import('./bg.ts').then((module) => module.default),
  asia: () => import('./asia.ts').then((module) => module.default),
  'en-GB': () => import('./en-GB.ts').then((module) => module.default),
  ja: () => import('./ja.ts').then((module) => module.default),
  vi: () => import('./vi.ts').then((module) => module.default),
  ru: () => import('./ru.ts').then((module) => module.default),
  es: () => import('./es.ts').then((module) => module.default),
  tr: () => import('./tr.ts').then((module) => module.default),
  it: () => import('./it.ts').then((module) => module.default),
  fr: () => import('./fr.ts').then((module) => module.default),
  de: () => import('./de.ts').then((module) => module.default),
  'zh-CN': () => import('./zh-CN.ts').then((module) => module.default),
  'zh-TW': () => import('./zh-TW.ts').then((module) => module.default),
  'zh-TC': () => import('./zh-TC.ts').then((module) => module.default),
  pt: () => import('./pt.ts').then((module) => module.default),
  id: () => import('./id.ts').then((module) => module.default),
  th: () => import('./th.ts').then((module) => module.default),
  pl: () => import('./pl.ts').then((module) => module.default),
  uk: () => import('./uk.ts').then((module) => module.default),
  'pt-PT': () => import('./pt-PT.ts').then((module) => module.default),
  'es-ES': () => import('./es-ES.ts').then((module) => module.default),
  uz: () => import('./uz.ts').then((module) => module.default),
  ar: () => import('./ar.ts').then((module) => module.default),
  ph: () => import('./ph.ts').then((module) => module.default),
  'es-AR': () => import('./es-AR.ts').then((module) => module.default),
}
