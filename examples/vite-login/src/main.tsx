import { createRoot } from 'react-dom/client'
import { UiProvider } from '@x/ui'
import '@x/ui/reset.css'
import '@x/ui/styles.css'
import './app.css'
import { App } from './App.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider language="en">
    <App />
  </UiProvider>,
)
