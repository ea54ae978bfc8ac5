// The tokens list the layers, so they come before any widget.
import '../../styles/tokens.css'
import '../../styles/base.css'
import '../../styles/reset.css'
import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { UiProvider } from '../../provider/UiProvider.tsx'
import { loadUiStrings } from '../../strings/loadUiStrings.ts'
import type { UiStrings } from '../../strings/UiStrings.ts'

/** Options of `stage`. */
export interface StageOptions {
  readonly theme?: 'dark' | 'light'
  readonly direction?: 'ltr' | 'rtl'
  /** Default: the language of the direction. `en-Arab` is English written from right to left. */
  readonly language?: 'en' | 'ar' | 'en-Arab'
  /** Texts of another language. */
  readonly strings?: Partial<UiStrings>
}

const arabic = await loadUiStrings('ar')
let root: Root | undefined

/**
 * Renders widgets on the page of a browser test, in StrictMode, with tokens, theme and direction.
 */
export function stage(
  children: ReactNode,
  {
    theme = 'dark',
    direction = 'ltr',
    language = direction === 'rtl' ? 'ar' : 'en',
    strings = language === 'ar' ? arabic : {},
  }: StageOptions = {},
): void {
  clearStage()
  const page = document.documentElement
  page.dataset['theme'] = theme
  page.dir = direction
  page.lang = language
  const host = document.createElement('main')
  document.body.append(host)
  const reactRoot = createRoot(host)
  root = reactRoot
  // Synchronously, so that tests need not poll for the first render.
  flushSync(() =>
    reactRoot.render(
      <StrictMode>
        <UiProvider language={page.lang} strings={strings}>
          {children}
        </UiProvider>
      </StrictMode>,
    ),
  )
}

/** Unmounts the widgets and clears the page. */
export function clearStage(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

/** Waits two frames: effects have run and animations have started. */
export async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

/**
 * Waits for enter and exit animations, so that colours are final. Infinite ones (spinners) are
 * ignored.
 */
export async function animationsEnded(): Promise<void> {
  await settled()
  const finite = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(finite.map((animation) => animation.finished))
}
