import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { NavItem } from '../../lib/router/NavItem.tsx'
import { PRODUCT_PAGES, SERVICE_PAGES } from './productPages.ts'
import styles from './products.module.css'

export interface ProductsListProps {
  readonly onDone: () => void
}

/** What the menu of products shows. */
export default function ProductsList(props: ProductsListProps) {
  return (
    <PageTexts>
      <Products {...props} />
    </PageTexts>
  )
}

function Products({ onDone }: ProductsListProps) {
  const t = usePageMessages()
  return (
    // The links are pressed; the press bubbles up once the page is on its way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div role="presentation" className={styles['products']} onClick={onDone}>
      {[PRODUCT_PAGES, SERVICE_PAGES].map((pages) => (
        <ul key={pages[0][0]} className={styles['list']}>
          {pages.map(([path, text]) => (
            <li key={path}>
              <NavItem path={path} className={styles['product']}>
                {t(text)}
              </NavItem>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}
