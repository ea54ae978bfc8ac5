import { addLocale, type Locale } from '@x/locale'
import type { ReactElement, ReactNode } from 'react'
import { HomeHero, UNKNOWN_FIGURE } from '../src/features/home/HomeHero.tsx'
import { WayIn } from '../src/features/home/WayIn.tsx'
import homeStyles from '../src/features/home/home.module.css'
import { MarketsHeading } from '../src/features/markets/MarketsHeading.tsx'
import marketsStyles from '../src/features/markets/markets.module.css'
import { NoticeSpace } from '../src/features/notices/NoticeSpace.tsx'
import { TerminalPlaces } from '../src/features/spot/TerminalPlaces.tsx'
import { PRODUCT } from '../src/lib/page-heads/pageHeads.ts'
import { Logo } from '../src/app/shell/Logo.tsx'
import shellStyles from '../src/app/shell/shell.module.css'

/** A text of the catalogs in the language of the document. */
export type Translate = (id: string, values?: Readonly<Record<string, string>>) => string

export interface FrameContext {
  readonly translate: Translate
  readonly locale: Locale
}

/**
 * What a document shows before its script has run: the frame of the page and what it says of
 * itself, by the components and styles of the app, which takes its place. Only pages that are often
 * the first of a visit have one.
 */
export function staticFrame(path: string, context: FrameContext): ReactElement | undefined {
  const { translate: t } = context
  if (path === '/') return <Frame {...context} hasFooter page={<Home {...context} />} />
  if (path === '/markets') return <Frame {...context} hasFooter page={<Markets {...context} />} />
  const [, product, base] = /^\/(spot|futures)\/(?:(.+)USDT$)?/.exec(path) ?? []
  if (product === 'futures')
    return <Frame {...context} page={<Terminal about={t('contract.guideContract')} />} />
  if (product === 'spot')
    return (
      <Frame
        {...context}
        page={base === undefined ? <Terminal /> : <Spot {...context} pair={`${base}/USDT`} />}
      />
    )
  return undefined
}

interface FrameProps extends FrameContext {
  readonly page: ReactNode
  readonly hasFooter?: boolean
}

const Frame = ({ page, hasFooter = false, locale, translate }: FrameProps) => (
  <div className={shellStyles['shell']} data-static-frame="">
    <header className={shellStyles['header']}>
      <a
        className={shellStyles['logo']}
        href={addLocale('/', locale)}
        aria-label={`${PRODUCT}: ${translate('shell.home')}`}
      >
        <Logo />
        <span className={shellStyles['word']}>{PRODUCT}</span>
      </a>
    </header>
    <main className={shellStyles['page']} data-footer={hasFooter || undefined}>
      {page}
    </main>
  </div>
)

function Home({ translate: t, locale }: FrameContext) {
  const figures = [
    t('home.volume', { unit: 'USDT' }),
    t('home.pairs'),
    `${t('markets.gainers')} / ${t('markets.losers')}`,
    t('home.feesFrom'),
  ].map((name) => [name, UNKNOWN_FIGURE] as const)
  return (
    <div className={homeStyles['home']}>
      <NoticeSpace />
      <HomeHero lead={t('home.lead')} about={t('home.about')} figures={figures}>
        <WayIn
          texts={{ start: t('home.start'), login: t('shell.login'), look: t('home.look') }}
          link={(path) => ({ href: addLocale(path, locale) })}
        />
      </HomeHero>
    </div>
  )
}

const Markets = ({ translate: t }: FrameContext) => (
  <div className={marketsStyles['home']}>
    <NoticeSpace />
    <MarketsHeading title={t('home.markets')} about={t('head.markets.description')} />
  </div>
)

const Spot = ({ translate: t, pair }: FrameContext & { readonly pair: string }) => (
  <Terminal pair={pair} about={t('head.spot.description', { pair })} />
)

const Terminal = ({ pair, about }: { readonly pair?: string; readonly about?: string }) => (
  <TerminalPlaces
    strip={pair === undefined ? null : <strong>{pair}</strong>}
    chart={about === undefined ? null : <p>{about}</p>}
  />
)
