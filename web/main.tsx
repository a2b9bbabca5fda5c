import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './app/global.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fitContentSecurityPolicy } from './app/content-security.ts'

fitContentSecurityPolicy()

const root = createRoot(document.getElementById('root')!)
// A transition lets the browser draw and react in between. Until it is done, the frame in the HTML is visible.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
