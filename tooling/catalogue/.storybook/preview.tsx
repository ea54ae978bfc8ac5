// The tokens list the layers, so they come before any widget.
import '../../../packages/ui/src/styles/tokens.css'
import '../../../packages/ui/src/styles/base.css'
import '../../../packages/ui/src/styles/reset.css'
import { StrictMode, useLayoutEffect, type ReactNode } from 'react'
import type { Preview } from '@storybook/react-vite'
import { UiProvider } from '../../../packages/ui/src/exports/index.ts'
import { loadUiStrings } from '../../../packages/ui/src/exports/strings.ts'
import { directionOf, globalTypes, initialGlobals } from './toolbar.ts'

type Settings = Record<keyof typeof initialGlobals, string>

function Page({
  settings,
  children,
}: {
  readonly settings: Settings
  readonly children: ReactNode
}) {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.lang = settings.locale
    page.dir = settings.direction === 'auto' ? directionOf(settings.locale) : settings.direction
    Object.assign(page.dataset, {
      theme: settings.theme,
      palette: settings.palette,
      updown: settings.updown,
      density: settings.density,
    })
  }, [settings])
  return children
}

const preview: Preview = {
  globalTypes,
  initialGlobals,
  tags: ['autodocs'],
  parameters: {
    layout: 'padded',
    controls: { disable: true },
    a11y: { test: 'error' },
    // The page paints its background by the tokens; white would hide the theme.
    backgrounds: { disable: true },
  },
  loaders: [async ({ globals }) => ({ strings: await loadUiStrings(String(globals['locale'])) })],
  decorators: [
    (Story, { globals, loaded }) => {
      const settings = { ...initialGlobals, ...globals } as Settings
      return (
        <StrictMode>
          <Page settings={settings}>
            <UiProvider
              key={settings.locale}
              language={settings.locale}
              strings={loaded['strings'] ?? {}}
            >
              <Story />
            </UiProvider>
          </Page>
        </StrictMode>
      )
    },
  ],
}

export default preview
