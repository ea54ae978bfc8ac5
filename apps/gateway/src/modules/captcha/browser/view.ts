import type { LoadedPuzzle } from './service.ts'
import { CHALLENGE_STYLES } from './styles.ts'
import { type ChallengeLanguage, ENGLISH, fillText } from './texts.ts'

export type ChallengeView = ReturnType<typeof createView>

/**
 * The dialog: built without markup strings, modal by the platform, which traps and gives back the
 * focus and hears Escape.
 */
export function createView() {
  let { texts } = ENGLISH
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(CHALLENGE_STYLES)
  root.adoptedStyleSheets = [sheet]

  const dialog = element('dialog', {})
  const title = element('h2', { id: 'title' })
  const close = element('button', { type: 'button', className: 'icon', textContent: '×' })
  const hint = element('p', { id: 'hint', className: 'hint' })
  const scene = element('img', { className: 'scene', draggable: false })
  const piece = element('img', { className: 'piece', alt: '', draggable: false })
  // The picture is no text: it does not turn round in right-to-left languages, and the slider
  // follows the picture.
  const stage = element('div', { className: 'stage loading', dir: 'ltr' }, [scene, piece])
  const slider = element('input', {
    type: 'range',
    min: '0',
    value: '0',
    step: '1',
    dir: 'ltr',
    disabled: true,
    autofocus: true,
  })
  const status = element('p', { className: 'status', role: 'status' })
  const confirm = element('button', { type: 'button', className: 'primary' })
  const another = element('button', { type: 'button' })
  const work = element('button', { type: 'button', className: 'plain' })
  const workHelp = element('p', {})
  const other = element('div', { className: 'other' }, [work, workHelp])
  dialog.setAttribute('aria-labelledby', 'title')
  slider.setAttribute('aria-describedby', 'hint')
  // A div: outside of an article or a section a header is the page's banner, and there would be
  // two.
  dialog.append(
    element('div', { className: 'head' }, [title, close]),
    hint,
    stage,
    slider,
    status,
    element('div', { className: 'actions' }, [confirm, another]),
    other,
  )
  root.append(dialog)

  const speak = (language: ChallengeLanguage) => {
    texts = language.texts
    dialog.lang = language.tag
    dialog.dir = language.direction
    title.textContent = texts.title
    close.ariaLabel = texts.close
    hint.textContent = texts.hint
    scene.alt = texts.picture
    slider.ariaLabel = texts.slider
    confirm.textContent = texts.confirm
    another.textContent = texts.another
    work.textContent = texts.work
    workHelp.textContent = texts.workHelp
  }
  speak(ENGLISH)

  let range = 1
  const place = (x: number) => {
    slider.value = String(x)
    slider.style.setProperty('--done', `${(x / range) * 100}%`)
    slider.setAttribute('aria-valuetext', fillText(texts.position, { x, range }))
    // Per cent of the piece's own width: right at every size of the picture.
    piece.style.transform = `translateX(${(x / Number(piece.dataset['width'] ?? 1)) * 100}%)`
  }

  return {
    dialog,
    slider,
    confirm,
    another,
    work,
    other,
    close,
    /** The words in the language that is spoken now. */
    get texts() {
      return texts
    },
    speak,
    place,
    /** Puts a puzzle on the stage once both pictures are there. */
    async show(
      puzzle: LoadedPuzzle,
      urlOf: (layer: 'background' | 'piece') => string,
    ): Promise<void> {
      range = puzzle.range
      slider.max = String(range)
      piece.dataset['width'] = String(puzzle.piece.width)
      piece.style.width = `${(puzzle.piece.width / puzzle.width) * 100}%`
      piece.style.top = `${(puzzle.piece.y / puzzle.height) * 100}%`
      stage.className = 'stage loading'
      scene.src = urlOf('background')
      piece.src = urlOf('piece')
      await Promise.all([scene.decode(), piece.decode()])
      place(0)
      stage.className = 'stage'
    },
    solved: () => void (stage.className = 'stage solved'),
    busy(isBusy: boolean) {
      for (const control of [slider, confirm, another, work]) control.disabled = isBusy
    },
    say(text: string, tone: 'plain' | 'good' | 'bad' = 'plain') {
      status.dataset['tone'] = tone
      // Screen readers announce a change; the same words twice are none.
      if (status.textContent === text) status.textContent = ''
      status.textContent = text
    },
    open() {
      host.dataset['theme'] = themeOfPage()
      document.body.append(host)
      if (!dialog.open) dialog.showModal()
    },
    remove() {
      if (dialog.open) dialog.close()
      host.remove()
    },
  }
}

function themeOfPage(): 'light' | 'dark' {
  const named = document.documentElement.dataset['theme']
  if (named === 'light' || named === 'dark') return named
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
