import { createRoot } from 'react-dom/client'
import { UiProvider } from '@x/ui'
import '@x/ui/tokens.css'
import '@x/ui/base.css'
import '@x/ui/button.css'
import '@x/ui/panel.css'
import '@x/ui/text-field.css'
import './app.css'
import { App } from './App.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider language="en">
    <App />
  </UiProvider>,
)
