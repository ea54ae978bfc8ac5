// One demo of a widget in a frame of its own, so that the styles of the site do not reach it and
// its popups have a page. The site posts settings; the frame posts its height.
// The tokens list the layers, so they come before any widget.
import '../../../packages/ui/src/styles/tokens.css'
import '../../../packages/ui/src/styles/base.css'
import '../../../packages/ui/src/styles/reset.css'
import { StrictMode, useEffect, useState, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '../../../packages/ui/src/exports/index.ts'
import { loadUiStrings } from '../../../packages/ui/src/exports/strings.ts'
import './demos.css'

interface Settings {
  readonly theme: 'light' | 'dark'
  readonly locale: string
  readonly density: string
  readonly palette: string
  readonly updown: string
  readonly colourA: string
  readonly colourB: string
}

type Strings = Awaited<ReturnType<typeof loadUiStrings>>

const demos = import.meta.glob<{ readonly default: ComponentType }>(
  '../../../packages/ui/src/*/demos/*.tsx',
)
const name = new URLSearchParams(location.search).get('demo') ?? ''
const [widget = '', file = ''] = name.split('/')
const load = demos[`../../../packages/ui/src/${widget}/demos/${file}.tsx`]

function applySettings({ colourA, colourB, locale, ...attributes }: Settings) {
  const page = document.documentElement
  page.lang = locale
  page.dir = new Intl.Locale(locale).maximize().script === 'Arab' ? 'rtl' : 'ltr'
  const { theme, density, palette, updown } = attributes
  Object.assign(page.dataset, { theme, density, palette, updown })
  page.style.setProperty('--x-custom-a', colourA)
  page.style.setProperty('--x-custom-b', colourB)
}

function Frame({ Demo }: { readonly Demo: ComponentType }) {
  const [{ locale, strings }, setLanguage] = useState<{ locale: string; strings: Strings }>({
    locale: 'en',
    strings: {},
  })
  useEffect(() => {
    const receive = ({ origin, data }: MessageEvent<Settings>) => {
      if (origin !== location.origin || typeof data.locale !== 'string') return
      applySettings(data)
      void loadUiStrings(data.locale).then((loaded) =>
        setLanguage({ locale: data.locale, strings: loaded }),
      )
    }
    addEventListener('message', receive)
    parent.postMessage({ kind: 'ready' }, location.origin)
    return () => removeEventListener('message', receive)
  }, [])
  return (
    <UiProvider key={locale} language={locale} strings={strings}>
      <Demo />
    </UiProvider>
  )
}

/** Space for the popup of a widget that opens one: a frame cannot draw past its edge. */
const POPUP_HEIGHT = 420
const OPENS_POPUP = new Set([
  'action-sheet',
  'autocomplete',
  'date-picker',
  'date-range',
  'dialog',
  'drawer',
  'menu',
  'message-dialog',
  'mobile-calendar',
  'notification',
  'popover',
  'search-box',
  'select',
  'toast',
  'tooltip',
])

function postHeight() {
  const own = document.getElementById('demo')?.scrollHeight ?? 0
  const height = Math.max(own, OPENS_POPUP.has(widget) ? POPUP_HEIGHT : 0)
  parent.postMessage({ kind: 'height', height }, location.origin)
}

async function main() {
  const place = document.getElementById('demo')
  if (!place || !load) throw new Error(`There is no demo "${name}"`)
  const { default: Demo } = await load()
  createRoot(place).render(
    <StrictMode>
      <Frame Demo={Demo} />
    </StrictMode>,
  )
  new ResizeObserver(postHeight).observe(place)
}

void main()
