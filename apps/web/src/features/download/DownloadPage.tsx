import { Button } from '@x/ui/button'
import { useEffect, useState } from 'react'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { QrPicture } from '../qr/index.ts'
import styles from './download.module.css'

/** `/download`: installs the page as an app; there is no other package to trust. */
export function DownloadPage() {
  const t = useProductMessages()
  const { location } = useServices()
  const { isInstalled, install } = useInstallation()
  usePageTitle(t('product.download'))
  return (
    <div className={styles['page']}>
      <section className={styles['card']}>
        <h1 className={styles['title']}>{t('product.download')}</h1>
        <p className={styles['text']}>{t('download.lead')}</p>
        {isInstalled ? <p role="status">{t('download.installed')}</p> : null}
        {install && !isInstalled ? (
          <Button variant="primary" size="large" onClick={install}>
            {t('download.install')}
          </Button>
        ) : null}
        {isInstalled ? null : (
          <ul className={styles['ways']}>
            <li>{t('download.iphone')}</li>
            <li>{t('download.other')}</li>
          </ul>
        )}
      </section>
      <section className={`${styles['card']} ${styles['centred']}`}>
        <QrPicture text={location.href()} label={t('download.qr')} />
        <p className={styles['text']}>{t('download.qr')}</p>
      </section>
    </div>
  )
}

/** The event by which Chromium offers to install the page. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: string }>
}

/** Whether the app runs installed here, and the browser's own question where it offers one. */
function useInstallation() {
  const { location } = useServices()
  const [isInstalled, setInstalled] = useState(location.isInstalled)
  const [event, setEvent] = useState<InstallEvent>()
  useEffect(() => {
    const offered = (given: Event) => {
      given.preventDefault()
      setEvent(given as InstallEvent)
    }
    const installed = () => setInstalled(true)
    addEventListener('beforeinstallprompt', offered)
    addEventListener('appinstalled', installed)
    return () => {
      removeEventListener('beforeinstallprompt', offered)
      removeEventListener('appinstalled', installed)
    }
  }, [])
  const install = event && (() => void event.prompt().then(() => setEvent(undefined)))
  return { isInstalled, install }
}
