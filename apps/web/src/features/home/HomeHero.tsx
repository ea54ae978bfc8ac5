import type { ReactNode } from 'react'
import styles from './home.module.css'

export interface HomeHeroProps {
  readonly lead: string
  readonly about: string
  /** Names and figures of the market. */
  readonly figures: readonly (readonly [name: string, figure: string])[]
  /** The way in, or the account of who is in. */
  readonly children: ReactNode
}

/** What the platform is; the document shows it before the app runs. */
export const HomeHero = ({ lead, about, figures, children }: HomeHeroProps) => (
  <section className={styles['hero']}>
    <div className={styles['words']}>
      <h1 className={styles['lead']}>{lead}</h1>
      <p className={styles['about']}>{about}</p>
      <dl className={styles['figures']}>
        {figures.map(([name, figure]) => (
          <div key={name} className={styles['figure']}>
            <dt>{name}</dt>
            <dd>
              <bdi>{figure}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
    {children}
  </section>
)

/** In place of a figure that is not known yet. */
export const UNKNOWN_FIGURE = '--'
