export const roleNames = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** What admins do that members do not, after "can" and "can no longer". */
export const adminsCan =
  'invite people, change roles, disable members, delete projects, change the organisation’s settings and read the audit log'
