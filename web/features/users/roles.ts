export const roleNames = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** The permissions that only admins have, to follow "can" or "can no longer". */
export const adminsCan =
  'invite and disable users, change roles and access, delete projects, change the organisation’s settings and read the audit log'
