import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { MonitorDown, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import downloads from '../../../../downloads.json' with { type: 'json' }
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import page from '../../lib/product-page/product.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'
import { QrPicture } from '../qr/index.ts'
import styles from './download.module.css'
import { readPackages } from './readPackages.ts'

interface DownloadPageProps {
  /** Packages of the operator. Default: those of `apps/downloads.json`. */
  readonly configured?: unknown
}

/** `/download`: installs the page as an app, and lists packages with their checksums. */
export function DownloadPage({ configured = downloads }: DownloadPageProps) {
  const t = useProductMessages()
  const { location } = useServices()
  const { isInstalled, install } = useInstallation()
  usePageTitle(t('product.download'))
  return (
    <div className={page['page']}>
      <header className={page['head']}>
        <h1 className={page['title']}>{t('product.download')}</h1>
        <p className={page['note']}>{t('download.lead')}</p>
      </header>
      <div className={styles['cards']}>
        <section className={styles['card']}>
          {isInstalled ? <p role="status">{t('download.installed')}</p> : null}
          {install && !isInstalled ? (
            <Button variant="primary" size="large" onClick={install}>
              {t('download.install')}
            </Button>
          ) : null}
          {isInstalled ? null : (
            <ul className={styles['ways']}>
              <li>
                <Icon of={Share} size={20} />
                <span>{t('download.iphone')}</span>
              </li>
              <li>
                <Icon of={MonitorDown} size={20} />
                <span>{t('download.other')}</span>
              </li>
            </ul>
          )}
          <Packages configured={configured} />
        </section>
        <section className={`${styles['card']} ${styles['centred']}`}>
          <QrPicture text={location.href()} label={t('download.qr')} />
          <p className={styles['text']}>{t('download.qr')}</p>
        </section>
      </div>
    </div>
  )
}

/** Each with the checksum that a reader compares before installing it. */
function Packages({ configured }: { readonly configured: unknown }) {
  const packages = readPackages(configured)
  if (packages.length === 0) return null
  return (
    <ul className={styles['packages']}>
      {packages.map(({ name, url, sha256 }) => (
        <li key={url}>
          <a href={url} rel="noopener noreferrer">
            <bdi>{name}</bdi>
          </a>
          <code dir="ltr" className={styles['checksum']}>{`SHA-256 ${sha256}`}</code>
        </li>
      ))}
    </ul>
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
