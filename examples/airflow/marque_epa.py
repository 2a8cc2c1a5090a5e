"""The EPA's bundle every night. Checked: compiled by Python; no Airflow has run it.

What the exit status asks for: 3 (input) and 5 (locked by another run) may pass, and are tried again; everything else but 0 stays as it
is until somebody looks, such as 1 (findings) and 4 (publishing refused), and fails at once.
"""

from datetime import datetime, timedelta

from airflow import DAG
from airflow.exceptions import AirflowException, AirflowFailException
from airflow.operators.bash import BashOperator

# BashOperator has a status for "skip" and none for "fail, and do not try again", so the operator below reads it as the last line.
COMMAND = """
marque run /etc/marque/epa.yaml --log json --metrics /var/lib/marque/metrics/epa.prom && status=0 || status=$?
echo "$status"
"""


class MarqueOperator(BashOperator):
    def execute(self, context):
        status = int(super().execute(context))
        if status in (3, 5):
            raise AirflowException(f"marque ended with status {status}, to be tried again")
        if status != 0:
            raise AirflowFailException(f"marque ended with status {status}; see /usr/share/doc/marque/runbook.md")
        return status


with DAG(
    dag_id="marque_epa",
    schedule="17 4 * * *",
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args={"retries": 3, "retry_delay": timedelta(minutes=20), "execution_timeout": timedelta(hours=1)},
) as dag:
    MarqueOperator(task_id="run", bash_command=COMMAND)
