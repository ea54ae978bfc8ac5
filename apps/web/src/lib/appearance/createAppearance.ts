import { createStore, type KeyValueStorage, type Store } from '@x/kit'
import type { Locale } from '@x/locale'
import { STORAGE_KEYS } from '../storageKeys.ts'

export const PALETTES = ['classic', 'safe', 'custom'] as const
export type Palette = (typeof PALETTES)[number]
export const DIRECTIONS = ['green-up', 'red-up'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** How rises and falls are coloured (locale Colours). */
export interface AppearanceState {
  readonly palette: Palette
  readonly updown: Direction
  /** `#rrggbb` of the custom palette, as picked; the screen shows the nearest that can be read. */
  readonly customUp: string
  readonly customDown: string
}

export interface Appearance extends Store<AppearanceState> {
  /** What the trader chooses; other tabs follow. */
  set(values: Partial<AppearanceState>): void
}

/**
 * Where red for rising is the custom of the market, it is offered; green stays the default
 * everywhere.
 */
const RED_UP_OFFERED: ReadonlySet<Locale> = new Set(['zh-CN', 'zh-TW', 'ja'])
export const offersRedUp = (locale: Locale, chosen: Direction): boolean =>
  RED_UP_OFFERED.has(locale) || chosen === 'red-up'

const DEFAULTS: AppearanceState = {
  palette: 'classic',
  updown: 'green-up',
  customUp: '#2dbd8a',
  customDown: '#ff6b7a',
}
const COLOUR = /^#[0-9a-f]{6}$/i
const FIELDS: {
  readonly [K in keyof AppearanceState]: {
    readonly key: string
    readonly isValid: (text: string) => boolean
  }
} = {
  palette: {
    key: STORAGE_KEYS.palette,
    isValid: (text) => PALETTES.some((value) => value === text),
  },
  updown: {
    key: STORAGE_KEYS.updown,
    isValid: (text) => DIRECTIONS.some((value) => value === text),
  },
  customUp: { key: STORAGE_KEYS.customUp, isValid: (text) => COLOUR.test(text) },
  customDown: { key: STORAGE_KEYS.customDown, isValid: (text) => COLOUR.test(text) },
}
const NAMES = Object.keys(FIELDS) as (keyof AppearanceState)[]

/**
 * The colours of prices, kept in the browser; what is stored and is no value of its field counts as
 * not stored.
 */
export function createAppearance(storage: KeyValueStorage): Appearance {
  const read = (): AppearanceState => {
    const stored = NAMES.flatMap((name) => {
      const text = storage.get(FIELDS[name].key)
      return text !== null && FIELDS[name].isValid(text) ? [[name, text]] : []
    })
    return { ...DEFAULTS, ...Object.fromEntries(stored) }
  }
  const store = createStore(read())
  storage.subscribe(({ key }) => {
    if (NAMES.some((name) => FIELDS[name].key === key)) store.setState(read())
  })
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    set(values) {
      for (const name of NAMES) {
        const value = values[name]
        if (value !== undefined && FIELDS[name].isValid(value)) storage.set(FIELDS[name].key, value)
      }
      store.setState(read())
    },
  }
}
