import { ButtonLink } from '@x/ui/button'
import { Skeleton } from '@x/ui/skeleton'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './account.module.css'
import { usePasskeys } from '../../data/account/api.ts'
import { missingProtections, PROTECTIONS, SECTIONS } from './protections.ts'

const TITLE = 'security-score'

/**
 * How well the account is guarded, and what is missing. Silent until it is known: a wrong score is
 * worse than none. That the passkeys cannot be read is said where they are listed.
 */
export function SecurityScore() {
  const t = useGuardMessages()
  const user = useAppSelector(selectUser)
  const { data: passkeys, error } = usePasskeys()
  if (!user) return null
  if (!passkeys)
    return error !== undefined ? null : <ScoreToCome secondFactors={user.secondFactors} />
  const missing = missingProtections({
    secondFactors: user.secondFactors,
    passkeys: passkeys.length,
  })
  const all = PROTECTIONS.length
  const done = all - missing.length
  const text = t('account.scoreOf', { done: String(done), all: String(all) })
  return (
    <section
      className={styles['score']}
      data-level={done === all ? 'full' : done === 0 ? 'none' : 'some'}
      aria-labelledby={TITLE}
    >
      <header className={styles['scoreHead']}>
        <h2 id={TITLE} className={styles['heading']}>
          {t('account.score')}
        </h2>
        <strong className={styles['scoreText']}>{text}</strong>
      </header>
      <div
        className={styles['meter']}
        role="meter"
        aria-labelledby={TITLE}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        {PROTECTIONS.map((protection, index) => (
          <i key={protection} data-on={index < done ? '' : undefined} />
        ))}
      </div>
      {missing.length === 0 ? (
        <p className={styles['text']}>{t('account.scoreFull')}</p>
      ) : (
        <ul className={styles['missing']}>
          {missing.map((protection) => (
            <li key={protection}>
              <span id={`missing-${protection}`}>{t(`account.missing.${protection}`)}</span>
              <ButtonLink
                size="mini"
                href={`#${SECTIONS[protection]}`}
                aria-describedby={`missing-${protection}`}
              >
                {t(protection === 'passkey' ? 'account.passkeyAdd' : 'account.turnOn')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** As high as the score of who has no passkey: most do not. */
function ScoreToCome({
  secondFactors,
}: Pick<Parameters<typeof missingProtections>[0], 'secondFactors'>) {
  const t = useGuardMessages()
  return (
    <div className={styles['score']} aria-hidden="true">
      <div className={styles['scoreHead']}>
        <Skeleton width="96px" height="16px" />
        <Skeleton width="48px" height="16px" />
      </div>
      <Skeleton height="6px" />
      <ul className={styles['missing']}>
        {missingProtections({ secondFactors, passkeys: 0 }).map((protection) => (
          <li key={protection}>
            <span className={styles['toCome']}>{t(`account.missing.${protection}`)}</span>
            <Skeleton width="64px" height="max(24px, var(--x-touch))" />
          </li>
        ))}
      </ul>
    </div>
  )
}
