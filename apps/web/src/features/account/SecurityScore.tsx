import { useAppSelector } from '../../app/servicesContext.ts'
import { usePageMessages } from '../../messages.ts'
import { selectUser } from '../session/slice.ts'
import styles from './account.module.css'
import { usePasskeysQuery } from './api.ts'
import { missingProtections, PROTECTIONS } from './protections.ts'

const TITLE = 'security-score'

/** How well the account is guarded, and what is missing. Silent until it is known: a wrong score is worse than none. */
export function SecurityScore() {
  const t = usePageMessages()
  const user = useAppSelector(selectUser)
  const { data: passkeys } = usePasskeysQuery()
  if (!user || !passkeys) return <div className={styles['score']} aria-hidden="true" />
  const missing = missingProtections({ secondFactors: user.secondFactors, passkeys: passkeys.length })
  const all = PROTECTIONS.length
  const done = all - missing.length
  const text = t('account.scoreOf', { done: String(done), all: String(all) })
  return (
    <section className={styles['score']} data-level={done === all ? 'full' : done === 0 ? 'none' : 'some'} aria-labelledby={TITLE}>
      <header className={styles['scoreHead']}>
        <h2 id={TITLE} className={styles['heading']}>{t('account.score')}</h2>
        <strong className={styles['scoreText']}>{text}</strong>
      </header>
      <div className={styles['meter']} role="meter" aria-labelledby={TITLE} aria-valuemin={0} aria-valuemax={all} aria-valuenow={done} aria-valuetext={text}>
        {PROTECTIONS.map((protection, index) => <i key={protection} data-on={index < done ? '' : undefined} />)}
      </div>
      {missing.length === 0 ? <p className={styles['text']}>{t('account.scoreFull')}</p> : <ul className={styles['missing']}>{missing.map((protection) => <li key={protection}>{t(`account.missing.${protection}`)}</li>)}</ul>}
    </section>
  )
}
