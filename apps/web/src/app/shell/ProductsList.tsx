import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { usePagePath, usePlace } from '../../lib/router/paths.ts'
import { NavItem } from '../../lib/router/NavItem.tsx'
import { PRODUCT_PAGES, SERVICE_PAGES } from './productPages.ts'
import styles from './products.module.css'

export interface ProductsListProps {
  readonly onDone: () => void
}

/** What the menu of products shows. */
export default function ProductsList({ onDone }: ProductsListProps) {
  const t = useMessages()
  const path = usePagePath()
  const place = usePlace()
  const openedAt = useRef(path)
  const close = useEffectEvent(onDone)
  useEffect(() => {
    if (path !== openedAt.current) close()
  }, [path])
  return (
    <div className={styles['products']}>
      {[PRODUCT_PAGES, SERVICE_PAGES].map((pages) => (
        <ul key={pages[0][0]} className={styles['list']}>
          {pages.map(([path, text]) =>
            place(path) === undefined ? null : (
              <li key={path}>
                <NavItem path={path} className={styles['product']}>
                  {t(text)}
                </NavItem>
              </li>
            ),
          )}
        </ul>
      ))}
    </div>
  )
}
