/**
 * Headings of pages by path, of those whose heading depends on nothing. The HTML shows them before any script has loaded: see
 * `build/frames.ts`.
 */
export const headings = {
  '/': { title: 'Home', description: 'What needs your attention.' },
  '/projects': {
    title: 'Projects',
    description: 'Collect sources, such as interviews and surveys, and track what matters in them.',
  },
  '/skills': {
    title: 'Skills',
    description: 'A skill turns the sources of a project into a document that cites them.',
  },
  '/patients': {
    title: 'Patients',
    description: 'Search by name (even misspelt), date of birth, identifier or telephone number.',
  },
  '/inventory': {
    title: 'Inventory',
    description: 'Stock on hand by lot. Every receipt, sale and adjustment is recorded.',
  },
  '/billing': { title: 'Billing', description: 'Invoices, payments and credit notes.' },
  '/settings/account': {
    title: 'Your account',
    description: 'Your sign-in methods and active sessions.',
  },
  '/settings/api-keys': {
    title: 'API keys',
    description:
      'Use API keys to call Aerie from scripts and other programs. A key has your current permissions.',
  },
  '/settings/members': {
    title: 'Users',
    description: 'People and services that can use Aerie, their roles and what they have access to.',
  },
  '/settings/audit-log': {
    title: 'Audit log',
    description:
      'Changes in administration and in the clinic, who made them and when. Entries cannot be changed or deleted.',
  },
  '/settings/access-log': {
    title: 'Access log',
    description: 'Who saw which patients, when and how. Entries are kept for six years.',
  },
  '/settings/imports': {
    title: 'Import and export',
    description:
      'Move into Aerie from files, and out of it again. Exports have the columns that an import reads.',
  },
  '/settings/security': {
    title: 'Security',
    description: 'Rules for API keys, sign-ins and the access log.',
  },
  '/settings/organisation': { title: 'Organisation', description: 'Settings for your organisation.' },
} as const
