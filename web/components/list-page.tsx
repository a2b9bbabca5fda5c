import type { ReactNode, Ref } from 'react'
import type { Filters, List } from '../list.ts'
import { AdminsOnly, type AdminsOnlyProps } from './admins-only.tsx'
import { DataTable, type DataTableProps, type Identified } from './data-table.tsx'
import { type Filter, FilterBar } from './filters.tsx'
import { PageHeader, type PageHeaderProps } from './page.tsx'

interface FilteredTableProps<Row, Values> extends DataTableProps<Row> {
  list: List<Row> & { filters?: Filters<Values> }
  filters?: readonly Filter<Values>[] | undefined
  /** Arranges the filters with what is next to them. */
  bar?: (filters: ReactNode) => ReactNode
  /** Shown between the filters and the table. */
  summary?: ReactNode
  /** What gets the focus if the element that had it is gone. */
  ref?: Ref<HTMLDivElement>
}

/** A list with its filters, for a page with a heading of its own. */
export function FilteredTable<Row, Values>(props: FilteredTableProps<Row, Values> & Identified<Row>) {
  const { list, filters, bar = (filters: ReactNode) => filters, summary, ref } = props
  const table = <Table {...(props as DataTableProps<Row>)} />
  return (
    <>
      {filters && list.filters && bar(<FilterBar filters={filters} state={list.filters} />)}
      {summary}
      {ref ? (
        <div ref={ref} tabIndex={-1}>
          {table}
        </div>
      ) : (
        table
      )}
    </>
  )
}

interface ListPageProps<Row, Values>
  extends Omit<PageHeaderProps, 'part'>,
    Omit<FilteredTableProps<Row, Values>, 'label'> {
  /** Names the table, if not as the page does. */
  label?: string
  /** Replaces the page for those whose role may not list this. */
  adminsOnly?: Pick<AdminsOnlyProps, 'may' | 'text'>
  /** What follows the table, such as dialogs. */
  children?: ReactNode
}

/** A page of one list: its heading, filters and table. */
export function ListPage<Row, Values>(props: ListPageProps<Row, Values> & Identified<Row>) {
  const {
    title,
    description,
    badge,
    action,
    back,
    label = title,
    adminsOnly,
    children,
    ...table
  }: ListPageProps<Row, Values> = props
  if (adminsOnly && table.list.isAllowed === false)
    return <AdminsOnly title={title} {...(back && { back })} {...adminsOnly} />
  return (
    <>
      <PageHeader {...{ title, description, badge, action, ...(back && { back }) }} />
      <Filtered<Row, Values> {...table} label={label} />
      {children}
    </>
  )
}

// Within components whose callers are asked for the ids of rows.
const Table = DataTable as <Row>(props: DataTableProps<Row>) => ReactNode
const Filtered = FilteredTable as <Row, Values>(props: FilteredTableProps<Row, Values>) => ReactNode
