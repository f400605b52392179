import type { ReadList } from '#kernel/engine/read-list/read-list.ts'

/** The page of a list that needs nothing beside its declaration; `texts` loads those that it names and its area has not. */
export const listPage =
  <Row,>(load: () => Promise<ReadList<Row>>, texts?: () => Promise<unknown>) =>
  async () => {
    const [{ ReadListPage }, list] = await Promise.all([import('./ReadListPage.tsx'), load(), texts?.()])
    return { default: () => <ReadListPage list={list} /> }
  }
