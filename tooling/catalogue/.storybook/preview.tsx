import { StrictMode, useLayoutEffect, type ReactNode } from 'react'
import type { Preview } from '@storybook/react-vite'
import { UiProvider } from '../../../packages/ui/src/exports/index.ts'
import { loadUiStrings } from '../../../packages/ui/src/exports/strings.ts'
import '../../../packages/ui/src/styles/tokens.css'
import '../../../packages/ui/src/styles/base.css'
import { directionOf, globalTypes, initialGlobals } from './faces.ts'

type Face = Record<keyof typeof initialGlobals, string>

function Page({ face, children }: { readonly face: Face; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.lang = face.locale
    page.dir = face.direction === 'auto' ? directionOf(face.locale) : face.direction
    Object.assign(page.dataset, {
      theme: face.theme,
      palette: face.palette,
      updown: face.updown,
      density: face.density,
    })
  }, [face])
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
    // Its page paints the canvas by the tokens; white would hide the theme.
    backgrounds: { disable: true },
  },
  loaders: [async ({ globals }) => ({ strings: await loadUiStrings(String(globals['locale'])) })],
  decorators: [
    (Story, { globals, loaded }) => {
      const face = { ...initialGlobals, ...globals } as Face
      return (
        <StrictMode>
          <Page face={face}>
            <UiProvider key={face.locale} language={face.locale} strings={loaded['strings'] ?? {}}>
              <Story />
            </UiProvider>
          </Page>
        </StrictMode>
      )
    },
  ],
}

export default preview
