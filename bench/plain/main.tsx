import { Layout, Menu, Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Readonly<Record<string, string>>

const COLUMNS = Array.from({ length: 12 }, (_, at) => ({ title: `Column ${at + 1}`, dataIndex: `c${at}` }))
const MENU = Array.from({ length: 20 }, (_, at) => ({ key: String(at), label: `Page ${at + 1}` }))

/** The library's baseline: a shell with a menu, and a table of twenty rows from one call. */
function Plain() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    void fetch('/rows')
      .then((answer) => answer.json())
      .then(setRows)
  }, [])
  return (
    <Layout>
      <Layout.Sider>
        <Menu theme="dark" items={MENU} />
      </Layout.Sider>
      <Layout.Content>
        <Table dataSource={rows} columns={COLUMNS} rowKey="c0" pagination={false} />
      </Layout.Content>
    </Layout>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Plain />)
