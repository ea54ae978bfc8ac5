import { UI_LOCALES } from '../../../packages/ui/src/exports/strings.ts'

const choice = (
  name: string,
  icon: string,
  items: readonly (string | { readonly value: string; readonly title: string })[],
) => ({
  name,
  description: name,
  toolbar: { title: name, icon, items: [...items], dynamicTitle: true },
})

/** Attributes of the root element that the toolbar sets, in the order of the package's README. */
export const globalTypes = {
  theme: choice('Theme', 'contrast', ['light', 'dark']),
  locale: choice('Language', 'globe', UI_LOCALES),
  direction: choice('Direction', 'transfer', [
    { value: 'auto', title: 'Direction of the language' },
    'ltr',
    'rtl',
  ]),
  palette: choice('Palette', 'paintbrush', ['classic', 'safe']),
  updown: choice('Rising', 'sort', ['green-up', 'red-up']),
  density: choice('Density', 'component', ['dense', 'comfortable']),
}

export const initialGlobals = {
  theme: 'dark',
  locale: 'en',
  direction: 'auto',
  palette: 'classic',
  updown: 'green-up',
  density: 'dense',
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  new Intl.Locale(locale).maximize().script === 'Arab' ? 'rtl' : 'ltr'
